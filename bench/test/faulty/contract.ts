/** Servers that violate the contract before or after the load. Responses that a test shows in its own process are in `responses.ts`. */
import type { FaultyServers } from './faulty-server.ts'
import {
  edited,
  mark,
  ok,
  parse,
  type Reply,
  rewritten,
  takesAnyDate,
  withConnection,
} from './user-server.ts'

const phase = 'contract'
const afterTheLoad = 'contract after the load'

const cache = new Map<unknown, Reply>()

export const contract: FaultyServers = {
  'never-answers': {
    description: 'accepts connections and never responds',
    respond() {
      mark('called')
      return undefined
    },
    phase,
    disqualified: /got no response within 5 s$/,
    shownBy: 'faulty-servers.timing.test.ts',
  },
  'cached-answer': {
    description: 'responds with a cached response to a user of that name',
    respond({ body, correct }) {
      if (correct.status !== 200) return correct
      const { name } = JSON.parse(body)
      const cached = cache.get(name) ?? correct
      cache.set(name, cached)
      return cached
    },
    disqualified: /expected 200 .*, got 200|were wrong, such as/,
  },
  'accepts-anything': {
    description: 'responds with 200 to data that is not a user',
    respond: ({ correct }) => (correct.status === 200 ? correct : ok({})),
    phase,
    disqualified: /^missing id: expected 4xx and "id" named, got 200 {} \(and \d+ more\)$/,
  },
  'takes-null-for-a-date': {
    description: 'accepts any date that `new Date()` reads',
    respond: takesAnyDate,
    phase,
    disqualified:
      /^lastUpdate: null: expected 4xx and "lastUpdate" named, got 200 .* \(and 6 more\)$/,
  },
  'crashes-on-malformed': {
    description: 'ends on malformed JSON',
    respond({ body, correct }) {
      JSON.parse(body)
      return correct
    },
    phase,
    disqualified: /^exited with status 1: SyntaxError/,
  },
  'says-close': {
    description: 'says that it closes each connection, which it leaves open',
    respond: (call) => rewritten(call, withConnection('Connection: close')),
    phase,
    disqualified:
      /^ordinary user: expected 200 .*, got 200 with Connection: close, after which clients reconnect \(and \d+ more\)$/,
  },
  'outgrew-its-deviation': {
    description: 'still claims a deviation that it no longer has',
    manifest: {
      knownDeviations: [{ case: 'malformed JSON', status: 500, reason: 'the framework once did' }],
    },
    phase,
    disqualified: /^malformed JSON: expected 500, the known deviation.* got 400/,
  },
  'claims-to-coerce': {
    description: 'its manifest claims more than it does',
    manifest: { validation: { coerces: true } },
    phase: afterTheLoad,
    disqualified: /^its manifest says bench\.validation\.coerces: true, but it is false$/,
  },
  'lets-itself-be-polluted': {
    description: 'merges requests key by key, so that one request changes all later responses',
    respond({ body, correct }) {
      if (correct.status !== 200) return correct
      merge({}, parse(body))
      return edited(correct, (user) => {
        // The loop includes inherited keys, and everything now inherits the keys of the request.
        for (const key in user) Object.assign(user, { [key]: user[key] })
      })
    },
    phase: afterTheLoad,
    disqualified: /^a valid call after __proto__ key: expected 200/,
  },
}

// biome-ignore lint/suspicious/noExplicitAny: the mistake is made in code without types
function merge(target: any, source: any): void {
  for (const key of Object.keys(source)) {
    if (typeof source[key] === 'object') merge(target[key] ?? {}, source[key])
    else target[key] = source[key]
  }
}
