/** Classifies the JavaScript of runtimes themselves by area. */
import { PLACES } from './rules.ts'

type Area = { name: string; modules: RegExp }

/** Areas of Node; the first match counts. */
const NODE_AREAS: readonly Area[] = [
  { name: 'node: HTTP', modules: /^(_http_|http$|internal\/http$)/ },
  { name: 'node: web streams', modules: /^internal\/webstreams\// },
  {
    name: 'node: fetch and URL',
    modules:
      /^internal\/(deps\/undici|url$|idna$|blob$|webidl$|abort_controller$|events\/abort_listener$|event_target$|encoding$)/,
  },
  {
    name: 'node: streams and sockets',
    modules: /^(_?stream|net$|events$|internal\/(streams|js_stream|stream_base|net$))/,
  },
  {
    name: 'node: ticks and timers',
    modules: /^(timers|async_hooks|internal\/(process\/(task_queues|promises)$|timers|async_))/,
  },
  { name: 'node: the rest', modules: /^/ },
]

const DENO_AREAS: readonly Area[] = [
  { name: 'deno: HTTP', modules: /^deno_http\// },
  { name: 'deno: web streams', modules: /^deno_web\/06_streams/ },
  {
    name: 'deno: fetch and URL',
    modules:
      /^(deno_(fetch|url|webidl)\/|deno_web\/(00_(url|infra|webidl)|01_(mimesniff|urlpattern)|02_event|03_abort))/,
  },
  { name: 'deno: the rest', modules: /^/ },
]

/** Areas by place (`PLACES`). */
export const AREAS: ReadonlyMap<string, readonly Area[]> = new Map([
  [PLACES.node, NODE_AREAS],
  [PLACES.deno, DENO_AREAS],
])
