// Files that only a build writes: see web/texts.ts.

declare module 'virtual:texts' {
  type Texts = Readonly<Record<string, string | ((inputs: unknown) => string)>>;
  type Load = () => Promise<{ default: Texts }>;

  /** By language and part; empty while developing. */
  export const FILES: Readonly<Record<string, Readonly<Record<string, Load>>>>;
}
