import { useState } from 'react';
import { useDocumentEvent } from '../shared/hooks/use-document-event.ts';

const listFiles = (data: DataTransfer | null) => [...(data?.files ?? [])];
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files dropped or pasted anywhere on the page, because a drop beside a box would make the browser navigate to
 * the file. Returns whether files are being dragged over the page.
 */
export const useDroppedFiles = (onFiles: (files: File[]) => void): boolean => {
  const [isDragOver, setDragOver] = useState(false);
  useDocumentEvent('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setDragOver(true);
  });
  useDocumentEvent('dragleave', (event) => {
    // Only when the pointer leaves the page, not when it moves between elements.
    if (event.relatedTarget === null) setDragOver(false);
  });
  useDocumentEvent('drop', (event) => {
    setDragOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    onFiles(listFiles(event.dataTransfer));
  });
  useDocumentEvent('paste', (event) => {
    const files = listFiles(event.clipboardData);
    // A copied table can carry an image beside its text. In a field, the text is meant.
    if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    onFiles(files);
  });
  return isDragOver;
};
