export interface Check {
  what: string;
  state: 'ok' | 'warning' | 'wrong';
  detail: string;
  remedy?: string | undefined;
}

export const ok = (what: string, detail: string): Check => ({ what, state: 'ok', detail });

export const warning = (what: string, detail: string, remedy?: string): Check => ({
  what,
  state: 'warning',
  detail,
  remedy,
});

export const wrong = (what: string, detail: string, remedy?: string): Check => ({
  what,
  state: 'wrong',
  detail,
  remedy,
});
