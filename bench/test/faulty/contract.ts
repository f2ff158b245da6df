/** Servers that violate the contract before or after the load. */
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser, type UserJson } from '../../../shared/models/user.ts'
import type { FaultyServers } from './faulty-server.ts'
import {
  type Answer,
  advance,
  broken,
  honest,
  mark,
  ok,
  parse,
  rejected,
  serve,
  takesAnyDate,
} from './user-server.ts'

export const contract = {
  'never-answers': {
    description: 'accepts connections and never responds',
    run: () =>
      serve(() => {
        mark('called')
        return undefined
      }),
    expected: { phase: 'contract', disqualified: /got no response within 5 s$/ },
  },
  'canned-answer': {
    description: 'responds to every user with the same one',
    run() {
      const canned = ok({
        id: 1,
        name: 'Ann',
        surname: 'Lee',
        lastUpdate: '2024-02-01T00:00:00.000Z',
      })
      serve((call) => (honest(call).status === 200 ? canned : honest(call)))
    },
    expected: {
      phase: 'contract',
      disqualified: /^ordinary user: expected 200 .*, got 200 {"id":1,"name":"Ann"/,
    },
  },
  'cached-answer': {
    description: 'responds with a cached response to a user of that name',
    run() {
      const cache = new Map<string, Answer>()
      serve((call) => {
        const answer = honest(call)
        if (answer.status !== 200) return answer
        const { name } = parse(call.body) as UserJson
        const cached = cache.get(name) ?? answer
        cache.set(name, cached)
        return cached
      })
    },
    expected: { disqualified: /expected 200 .*, got 200|were wrong, such as/ },
  },
  'keeps-the-date': {
    description: 'does not add the month',
    run: () =>
      serve(({ body }) => {
        const user = parseUser(parse(body))
        return user instanceof Invalid ? rejected(user) : ok(user)
      }),
    expected: {
      phase: 'contract',
      disqualified: /^ordinary user: expected 200 .*lastUpdate.*, got 200 .*lastUpdate/,
    },
  },
  'adds-a-key': {
    description: 'responds with an extra key',
    run: () =>
      serve(({ body }) => {
        const user = parseUser(parse(body))
        return user instanceof Invalid ? rejected(user) : ok({ ...advance(user), ok: true })
      }),
    expected: {
      phase: 'contract',
      disqualified: /^ordinary user: expected 200 .*, got 200 .*"ok":true}/,
    },
  },
  'accepts-anything': {
    description: 'responds with 200 to data that is not a user',
    run: () =>
      serve((call) => {
        const answer = honest(call)
        return answer.status === 200 ? answer : ok({})
      }),
    expected: {
      phase: 'contract',
      disqualified: /^missing id: expected 4xx and "id" named, got 200 {} \(and \d+ more\)$/,
    },
  },
  'takes-null-for-a-date': {
    description: 'accepts any date that `new Date()` reads',
    run: () => serve(takesAnyDate),
    expected: {
      phase: 'contract',
      disqualified:
        /^lastUpdate: null: expected 4xx and "lastUpdate" named, got 200 .* \(and 6 more\)$/,
    },
  },
  'breaks-on-malformed': {
    description: 'responds with 500 to malformed JSON',
    run: () => serve((call) => (parse(call.body) === undefined ? broken : honest(call))),
    expected: { phase: 'contract', disqualified: /^malformed JSON: expected 4xx, got 500/ },
  },
  'crashes-on-malformed': {
    description: 'ends on malformed JSON',
    run: () =>
      serve((call) => {
        JSON.parse(call.body)
        return honest(call)
      }),
    expected: { phase: 'contract', disqualified: /^exited with status 1: SyntaxError/ },
  },
  'outgrew-its-deviation': {
    description: 'still claims a deviation that it no longer has',
    manifest: {
      knownDeviations: [{ case: 'malformed JSON', status: 500, reason: 'the framework once did' }],
    },
    run: () => serve(),
    expected: {
      phase: 'contract',
      disqualified: /^malformed JSON: expected 500, the known deviation.* got 400/,
    },
  },
  'wrong-length': {
    description: 'announces more bytes than it sends',
    run: () =>
      serve((call) => {
        const { status, body } = honest(call)
        const length = { 'content-length': Buffer.byteLength(body) + 1, connection: 'close' }
        return { status, body, headers: { 'content-type': 'application/json', ...length } }
      }),
    expected: { phase: 'contract', disqualified: /got no response: the connection was closed$/ },
  },
  'no-length': {
    description: 'neither announces the length of its response nor sends it in chunks',
    run: () =>
      serve((call) => {
        call.response.useChunkedEncodingByDefault = false
        return { ...honest(call), headers: { 'content-type': 'application/json' } }
      }),
    expected: {
      phase: 'contract',
      disqualified: /got 200 with content-length missing on a body of \d+ bytes/,
    },
  },
  'no-content-type': {
    description: 'omits the content type',
    run: () =>
      serve((call) => {
        const { status, body } = honest(call)
        return { status, body, headers: { 'content-length': Buffer.byteLength(body) } }
      }),
    expected: {
      phase: 'contract',
      disqualified: /got 200 with content type missing instead of application\/json/,
    },
  },
  'claims-to-coerce': {
    description: 'its manifest claims more than it does',
    manifest: { validation: { coerces: true } },
    run: () => serve(),
    expected: {
      phase: 'contract after the load',
      disqualified: /^its manifest says bench\.validation\.coerces: true, but it is false$/,
    },
  },
  'lets-itself-be-polluted': {
    description: 'merges requests key by key, so that one request changes all later responses',
    run: () =>
      serve(({ body }) => {
        const json = parse(body)
        const user = parseUser(json)
        if (user instanceof Invalid) return rejected(user)
        merge({}, json)
        const answer: Record<string, unknown> = {}
        const advanced: Record<string, unknown> = { ...advance(user) }
        // The loop includes inherited keys, and everything now inherits the keys of the request.
        for (const key in advanced) answer[key] = advanced[key]
        return ok(answer)
      }),
    expected: {
      phase: 'contract after the load',
      disqualified: /^a valid call after __proto__ key: expected 200/,
    },
  },
} satisfies FaultyServers

// biome-ignore lint/suspicious/noExplicitAny: the mistake is made in code without types
function merge(target: any, source: any): void {
  for (const key of Object.keys(source)) {
    if (typeof source[key] === 'object') merge(target[key] ?? {}, source[key])
    else target[key] = source[key]
  }
}
