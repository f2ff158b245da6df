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
import { readBody, sendJson, serve } from '../test/fixtures.ts'
import { checkContract, observeBehaviours } from './contract.ts'
import type { ContractTerms } from './exchange.ts'
import { checkInvariants } from './invariants.ts'

interface Faults {
  /** Serializes the user for the response. */
  write?(user: RichUser): string
  read?(text: string): unknown
}

const terms = (): ContractTerms => ({
  scenario: richUser,
  wire: 'superjson',
  knownDeviations: [],
  random: createRandom(1),
})

/** Starts a server of the superjson wire. */
async function started(
  t: TestContext,
  { write = superjson.stringify, read = superjson.parse }: Faults = {},
) {
  const { port } = await serve(t, async (request, response) => {
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
  return port
}

const failing = async (t: TestContext, faults: Faults) => {
  const failures = await checkContract(await started(t, faults), terms())
  return failures.map((failure) => failure.case)
}

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

test('a response without its types is wrong', async (t) => {
  const cases = await failing(t, {
    write: (user) => JSON.stringify({ json: superjson.serialize(user).json }),
  })
  assert.ok(cases.includes('ordinary user'))
})

test('a set returned as a list is wrong', async (t) => {
  const cases = await failing(t, {
    write: (user) => superjson.stringify({ ...user, roles: [...user.roles] }),
  })
  assert.ok(cases.includes('ordinary user'))
})

test('a bigint converted through a number is wrong', async (t) => {
  const cases = await failing(t, {
    write: (user) => superjson.stringify({ ...user, id: BigInt(Number(user.id)) }),
  })
  assert.ok(cases.includes('beyond the safe integers'))
  assert.ok(!cases.includes('a small id'))
})

test('a server that accepts a string as a date is caught', async (t) => {
  const read = (text: string) => {
    const user = superjson.parse(text) as RichUser
    return { ...user, lastUpdate: user.lastUpdate instanceof Date ? user.lastUpdate : new Date(0) }
  }
  assert.ok((await failing(t, { read })).includes('lastUpdate: "not-a-date"'))
})

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
  const cases = hostileCases(richUser, createRandom(1)).filter(({ wires }) =>
    wires?.includes('superjson'),
  )
  const [failure] = await checkInvariants(port, terms(), { cases })
  assert.equal(failure?.case, 'superjson: an equality leads to __proto__')
})

test('the list of 4,294,967,295 places applies where devalue reads a field', () => {
  const item = hostileCases(richUser, createRandom(1)).find(
    ({ id }) => id === 'devalue: a list of 4,294,967,295 places',
  )
  const call = item?.sends[0]?.call ?? assert.fail()
  const body = JSON.parse(encodeCall(wires.devalue, richUser.route, call).body)
  assert.deepEqual(body[body[0].sessions], [-7, 4_294_967_295])
})

test('a server that responds to a hostile body with 500 is caught', async (t) => {
  const { port } = await serve(t, async (request, response) => {
    try {
      const user = parseRichUser(superjson.parse(await readBody(request)))
      sendJson(response, user instanceof Invalid ? 400 : 200, superjson.stringify(user))
    } catch {
      sendJson(response, 500, '{}')
    }
  })
  const cases = hostileCases(richUser, createRandom(1)).filter(({ wires }) =>
    wires?.includes('superjson'),
  )
  const failures = await checkInvariants(port, terms(), { cases })
  assert.ok(
    failures.some((failure) => failure.case === 'superjson: a class that is not registered'),
  )
})
