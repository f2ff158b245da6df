/** What a request's CPU time is divided into. */

/** The parts in the order in which a request meets them, with what stands in tables and pictures. */
export const PARTS = {
  outside: {
    title: 'kernel and runtime',
    what: 'outside JavaScript: kernel, parser of HTTP, what is native in the runtime',
  },
  runtime: {
    title: 'runtime’s JavaScript',
    what: 'the runtime’s own: HTTP, streams, `Request` and `Response` of fetch, events, timers',
  },
  router: { title: 'framework and router', what: 'framework, router, middleware, adapter to Node' },
  body: { title: 'body parsing', what: 'reading the body, `JSON.parse`, query strings' },
  validation: { title: 'validation', what: 'library, schema, hand-written checks' },
  dates: { title: 'dates', what: '`Date`: parsing, reckoning, writing' },
  handler: { title: 'handler', what: 'the server’s own files' },
  serialization: { title: 'serialization', what: '`JSON.stringify`, compiled serializers' },
  collection: { title: 'garbage collection', what: 'on the thread that runs the JavaScript' },
  threads: { title: 'other threads', what: 'compilers, helpers of the collector' },
  unattributed: { title: 'unattributed', what: 'code that no rule knows' },
} as const

export type Part = keyof typeof PARTS

export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]]

/** Above this share of the total what is unattributed may be any part. */
export const MOST_UNATTRIBUTED = 0.1

/** How far the total under the profiler and the CPU time without it may be apart, relative to the latter. */
export const SAME_TOTAL = 0.15
