import { useEffect, useRef, useState } from 'react';

const listFiles = (data: DataTransfer | null) => [...(data?.files ?? [])];
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files dropped or pasted anywhere on the page, because a drop beside a box would make the browser navigate to
 * the file. Returns whether files are being dragged over the page.
 */
export const useDroppedFiles = (onFiles: (files: File[]) => void): boolean => {
  const [isDragOver, setDragOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // Only when the pointer leaves the page, not when it moves between elements.
      if (event.relatedTarget === null) setDragOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take.current(listFiles(event.dataTransfer));
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = listFiles(event.clipboardData);
      // A copied table can carry an image beside its text. In a field, the text is meant.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      take.current(files);
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('dragover', onDrag, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('paste', onPaste, { signal });
    return () => controller.abort();
  }, []);

  return isDragOver;
};
