// The browser's storage. The page also works where it is forbidden.

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(`tinplate.${name}`);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`tinplate.${name}`, value);
  } catch {
    // then it is not remembered
  }
}
