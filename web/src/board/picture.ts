// A drawing as a file of its own, which looks the same anywhere: its colours are written into it.

import { lookOf } from './colours';

const SHAPES = 'rect, circle, ellipse, path, line, polyline, text';
/** Controls and highlights that are no part of the picture. */
const AIDS = '.arrow, .selection, .grip, .end';
const PNG_SIZE = 1600; // pixels

export function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [...drawing.querySelectorAll<SVGElement>(`g, ${SHAPES}`)];
  const copies = [...copy.querySelectorAll<SVGElement>(`g, ${SHAPES}`)];
  for (const [at, original] of originals.entries()) {
    const element = copies[at];
    if (element) draw(original, element);
  }
  for (const aid of copy.querySelectorAll(AIDS)) aid.remove();
  for (const element of [copy, ...copy.querySelectorAll<SVGElement>('*')]) strip(element);
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

function draw(original: SVGElement, copy: SVGElement): void {
  const style = getComputedStyle(original);
  const look = lookOf((name) => style.getPropertyValue(name), original.tagName === 'text');
  // A group hands nothing down here but how opaque it is as a whole.
  const wanted = original.tagName === 'g' ? { opacity: look['opacity'] } : look;
  for (const [name, value] of Object.entries(wanted)) if (value) copy.setAttribute(name, value);
}

function strip(element: SVGElement): void {
  for (const { name } of [...element.attributes])
    if (/^(class|style|role|tabindex|aria-.*)$/.test(name)) element.removeAttribute(name);
  const comments = [...element.childNodes].filter((node) => node.nodeType === Node.COMMENT_NODE);
  for (const comment of comments) comment.remove();
}

export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PNG_SIZE;
  canvas.height = Math.round((PNG_SIZE * image.height) / image.width);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
