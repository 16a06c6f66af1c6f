// The browser's storage. The page also works where it is forbidden.

interface Kept {
  stored: (name: string) => string | null;
  store: (name: string, value: string) => void;
}

function keptIn(storage: () => Storage): Kept {
  return {
    stored(name) {
      try {
        return storage().getItem(`tinplate.${name}`);
      } catch {
        return null;
      }
    },
    store(name, value) {
      try {
        storage().setItem(`tinplate.${name}`, value);
      } catch {
        // then it is not remembered
      }
    },
  };
}

export const { stored, store } = keptIn(() => localStorage);

/** Until the tab is closed; a reload does not matter. */
export const visit = keptIn(() => sessionStorage);
