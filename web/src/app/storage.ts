// What this browser remembers. One that keeps nothing still plays.

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
    // then it is forgotten
  }
}
