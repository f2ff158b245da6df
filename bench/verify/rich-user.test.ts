/** The contract of `rich-user` against servers whose wire, validation or handler loses a type. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import superjson from 'superjson'
import { createRandom } from '../../shared/basics/random.ts'
import { fidelityId } from '../../shared/contract/fidelity.ts'
import { hostileCases } from '../../shared/invariants/hostile.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { type RichUser, updateRichUser } from '../../shared/models/rich-user.ts'
import { parseRichUser } from '../../shared/models/rich-user-fields.ts'
import { richUser } from '../../shared/scenarios/rich-user.ts'
import { encodeCall, wires } from '../../shared/wires/wires.ts'
import { readBody, sendJson } from '../test/faulty/user-server.ts'
import { serve, terms as termsWith } from '../test/fixtures.ts'
import { checkContract, observeBehaviours } from './contract.ts'
import { checkInvariants } from './invariants.ts'

interface Faults {
  /** Serializes the user for the response. */
  write?(user: RichUser): string
  read?(text: string): unknown
}

const terms = () => termsWith({ scenario: richUser, wire: 'superjson' })

/** Starts a server of the superjson wire. */
async function started(
  t: TestContext,
  { write = superjson.stringify, read = superjson.parse }: Faults = {},
) {
  return serve(t, async (request, response) => {
    const text = await readBody(request)
    if (request.url !== '/richUser') return sendJson(response, 404, '{}')
    let user: RichUser | Invalid
    try {
      user = parseRichUser(read(text))
    } catch {
      return sendJson(response, 400, '{}')
    }
    if (user instanceof Invalid) return sendJson(response, 400, JSON.stringify(user))
    sendJson(response, 200, write(updateRichUser(user)))
  })
}

const hostile = hostileCases(richUser, createRandom(1))
const hostileToSuperjson = { cases: hostile.filter(({ wires }) => wires?.includes('superjson')) }

test('a server that preserves all types passes the contract, and preserved types are recorded', async (t) => {
  const port = await started(t)
  assert.deepEqual(await checkContract(port, terms()), [])
  const { behaviours, messageBytes, failures } = await observeBehaviours(port, terms())
  assert.deepEqual(failures, [])
  const kept = behaviours.filter(
    ({ id, outcome }) => id.startsWith(fidelityId('')) && outcome === 'kept',
  )
  assert.equal(kept.length, 9)
  assert.ok(
    messageBytes && messageBytes.request > 500 && messageBytes.response > messageBytes.request,
  )
})

const faults: Record<string, Faults & { fails: string; passes?: string }> = {
  'a response without its types': {
    write: (user) => JSON.stringify({ json: superjson.serialize(user).json }),
    fails: 'ordinary user',
  },
  'a set returned as a list': {
    write: (user) => superjson.stringify({ ...user, roles: [...user.roles] }),
    fails: 'ordinary user',
  },
  'a bigint converted through a number': {
    write: (user) => superjson.stringify({ ...user, id: BigInt(Number(user.id)) }),
    fails: 'beyond the safe integers',
    passes: 'a small id',
  },
  'a string accepted as a date': {
    read(text) {
      const user = superjson.parse(text) as RichUser
      const { lastUpdate } = user
      return { ...user, lastUpdate: lastUpdate instanceof Date ? lastUpdate : new Date(0) }
    },
    fails: 'lastUpdate: "not-a-date"',
  },
}
for (const [what, { fails, passes = '', ...fault }] of Object.entries(faults)) {
  test(`${what} is wrong`, async (t) => {
    const failures = await checkContract(await started(t, fault), terms())
    const cases = failures.map((failure) => failure.case)
    assert.ok(cases.includes(fails) && !cases.includes(passes), cases.join())
  })
}

test('an omitted undefined is recorded but not wrong', async (t) => {
  const write = ({ nickname, ...user }: RichUser) =>
    superjson.stringify(nickname === undefined ? user : { ...user, nickname })
  const port = await started(t, { write })
  const { behaviours, failures } = await observeBehaviours(port, terms())
  assert.deepEqual(failures, [])
  assert.equal(behaviours.find(({ id }) => id === fidelityId('undefined'))?.outcome, 'absent')
})

test('a server polluted by a key __proto__ is caught', async (t) => {
  let polluted: object = {}
  const read = (text: string) => {
    const { meta } = JSON.parse(text)
    if (meta?.referentialEqualities) polluted = { nickname: 'polluted' }
    return {
      ...(superjson.parse(
        JSON.stringify({ ...JSON.parse(text), meta: { values: meta?.values } }),
      ) as object),
      ...polluted,
    }
  }
  const port = await started(t, { read })
  const [failure] = await checkInvariants(port, terms(), hostileToSuperjson)
  assert.equal(failure?.case, 'superjson: an equality leads to __proto__')
})

test('the list of 4,294,967,295 places applies where devalue reads a field', () => {
  const item = hostile.find(({ id }) => id === 'devalue: a list of 4,294,967,295 places')
  const call = item?.sends[0]?.call ?? assert.fail()
  const body = JSON.parse(encodeCall(wires.devalue, richUser.route, call).body)
  assert.deepEqual(body[body[0].sessions], [-7, 4_294_967_295])
})

test('a server that responds to a hostile body with 500 is caught', async (t) => {
  const port = await serve(t, async (request, response) => {
    try {
      const user = parseRichUser(superjson.parse(await readBody(request)))
      sendJson(response, user instanceof Invalid ? 400 : 200, superjson.stringify(user))
    } catch {
      sendJson(response, 500, '{}')
    }
  })
  const failures = await checkInvariants(port, terms(), hostileToSuperjson)
  const cases = failures.map((failure) => failure.case)
  assert.ok(cases.includes('superjson: a class that is not registered'))
})
