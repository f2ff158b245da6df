/** What the plugin `context` adds to a request; its types leave that out. */
declare module 'restify' {
  interface Request {
    set(key: string, value: unknown): void
    // biome-ignore lint/suspicious/noExplicitAny: whatever was set
    get(key: string): any
  }
}

export {}
