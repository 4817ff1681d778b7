import { useEffect, useRef, useState } from 'react';

const filesOf = (data: DataTransfer | null) => [...(data?.files ?? [])];
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Files dropped or pasted anywhere on the page: whoever misses a box by a few pixels would otherwise lose the page to the
 * browser showing the file. Answers whether files are being dragged over it now.
 */
export const useDroppedFiles = (onFiles: (files: File[]) => void): boolean => {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // Leaving the page, not one element of it for another.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      take.current(filesOf(event.dataTransfer));
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      // A copied table may carry a picture of itself beside its text: the text is what is meant in a field.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener('dragover', onDrag);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragover', onDrag);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);

  return over;
};
