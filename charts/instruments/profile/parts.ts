/** Parts of a request's CPU time. */

/** In the order of a request, with titles for tables and charts. */
export const PARTS = {
  outside: {
    title: 'kernel and runtime',
    what: 'outside JavaScript: kernel, HTTP parser, native code of the runtime',
  },
  runtime: {
    title: 'runtime’s JavaScript',
    what: 'JavaScript of the runtime: HTTP, streams, `Request` and `Response` of fetch, events, timers',
  },
  router: { title: 'framework and router', what: 'framework, router, middleware, adapter to Node' },
  body: { title: 'body parsing', what: 'reading the body, `JSON.parse`, query strings' },
  validation: { title: 'validation', what: 'library, schema, hand-written checks' },
  dates: { title: 'dates', what: '`Date`: parsing, calculating, formatting' },
  handler: { title: 'handler', what: 'the server’s files' },
  serialization: { title: 'serialization', what: '`JSON.stringify`, compiled serializers' },
  collection: { title: 'garbage collection', what: 'on the thread that runs the JavaScript' },
  threads: { title: 'other threads', what: 'compilers, helper threads of garbage collection' },
  unattributed: { title: 'unattributed', what: 'code that no rule matches' },
} as const

export type Part = keyof typeof PARTS

export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]]

/** Share of the total above which unattributed time could change the ranking of parts. */
export const MOST_UNATTRIBUTED = 0.1

/** Tolerated difference between the total under the profiler and the CPU time without it, relative to the latter. */
export const SAME_TOTAL = 0.15
