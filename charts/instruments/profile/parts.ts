/** Parts of a request's CPU time, in the order of a request, with titles for tables and charts. */
export const PARTS = {
  /** Outside JavaScript: kernel, HTTP parser, native code of the runtime. */
  outside: 'kernel and runtime',
  /** JavaScript of the runtime: HTTP, streams, `Request` and `Response` of fetch, events, timers. */
  runtime: 'runtime’s JavaScript',
  /** Also middleware, adapters to Node, and every package that no rule names. */
  router: 'framework and router',
  /** Reading the body, `JSON.parse`, query strings. */
  body: 'body parsing',
  /** Library, schema, hand-written checks. */
  validation: 'validation',
  /** `Date`: parsing, calculating, formatting. */
  dates: 'dates',
  /** The server's files. */
  handler: 'handler',
  /** `JSON.stringify`, compiled serializers. */
  serialization: 'serialization',
  /** On the thread that runs the JavaScript. */
  collection: 'garbage collection',
  /** Compilers, helper threads of garbage collection. */
  threads: 'other threads',
  /** Code made at run time without a known caller, and files outside of packages. */
  unattributed: 'unattributed',
} as const

export type Part = keyof typeof PARTS

export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]]
