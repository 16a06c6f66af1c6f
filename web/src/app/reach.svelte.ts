// Whether the server can be reached, as far as the last request tells.

class Reach {
  isOffline = $state(false);

  constructor() {
    addEventListener('offline', () => (this.isOffline = true));
    addEventListener('online', () => (this.isOffline = false));
  }
}

export const reach = new Reach();
