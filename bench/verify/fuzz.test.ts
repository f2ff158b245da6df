/** Planted breaches are found and shrunk to a minimal request. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { Call } from '../../shared/wires/wires.ts'
import { deviationCases } from '../folders/manifest-scope.ts'
import { broken, edited, type Handler, honest, userServer } from '../test/faulty/user-server.ts'
import { listening, portOf, terms } from '../test/fixtures.ts'
import type { ContractTerms } from './exchange.ts'
import { type FuzzReport, fuzz } from './fuzz.ts'
import { fuzzCase } from './fuzz-case.ts'
import { requestText } from './request-text.ts'

const INPUTS = 600

/** Fuzzes a correct server with one planted fault. */
async function fuzzed(
  t: TestContext,
  respond?: Handler,
  more: Partial<ContractTerms> = {},
): Promise<FuzzReport> {
  const port = await portOf(t, respond)
  const process = { restart: async () => port, withOutput: (reason: string) => reason }
  return fuzz(port, terms(more), process, { inputs: INPUTS, seed: 1 })
}

const infinity = /"id":-?1e999/

/** Faults, and what is found: the minimal request, what the server did, and its response. */
const planted: Record<
  string,
  { respond: Handler; request?: RegExp; breach: object; got?: RegExp }
> = {
  'a response of null for infinity': {
    respond({ body, correct }) {
      const finite = honest({ body: body.replace(infinity, '"id":1') })
      if (!infinity.test(body) || finite.status !== 200) return correct
      return edited(finite, (user) => Object.assign(user, { id: null }))
    },
    request: /^curl .*"id":-?1e999/,
    breach: { invariant: 1 },
    got: /"id":null/,
  },
  'a status of 500': {
    respond: ({ body, correct }) => (body.includes('"surname":[') ? broken : correct),
    request: /^curl .*"surname":\[/,
    breach: { status: 500 },
  },
  'a closed connection': {
    respond: ({ body, correct, request }) =>
      body.includes('[[[[') ? void request.socket.destroy() : correct,
    request: /--data-binary '\[{4}/,
    breach: { does: 'closes' },
  },
}

describe('the fuzzer finds', () => {
  test('nothing in a correct server', async (t) => {
    const { finding, inputs, skipped } = await fuzzed(t)
    // Among several requests, those that Node rejects spoil the others.
    assert.deepEqual([finding, inputs + skipped], [null, INPUTS])
    assert.ok(skipped < 10)
  })

  for (const [what, { respond, request, breach, got = /./ }] of Object.entries(planted)) {
    test(what, async (t) => {
      const finding = (await fuzzed(t, respond)).finding ?? assert.fail('no finding')
      assert.partialDeepStrictEqual(finding.breach, breach)
      assert.match(finding.breach.got, got)
      if (!request) return
      assert.equal(finding.item.sends.length, 1)
      assert.match(requestText(finding.item, terms()), request)
    })
  }

  test('which of the cases in flight ends the server', async (t) => {
    const start = () => {
      const server = userServer(({ body, correct }) => {
        if (!body.includes('[[[[')) return correct
        server.close()
        server.closeAllConnections()
        return undefined
      })
      return listening(t, server)
    }
    const process = { restart: start, withOutput: (reason: string) => `${reason}: deep` }
    const { finding } = await fuzz(await start(), terms(), process, { inputs: INPUTS, seed: 1 })
    assert.equal(finding?.breach.does, 'crashes')
    assert.equal(finding.breach.got, 'no response: the server ended: deep')
    assert.match(requestText(finding.item, terms()), /--data-binary '\[{4}/)
  })

  test('a fault that only others in flight cause', async (t) => {
    const { finding } = await fuzzed(t, ({ loaded, correct }) => (loaded ? broken : correct))
    assert.equal(finding?.breach.status, 500)
  })

  test('no success in an error of a check', async (t) => {
    const scenario: Scenario = {
      ...terms().scenario,
      errorOf() {
        throw new Error('no value')
      },
    }
    await assert.rejects(fuzzed(t, honest, { scenario }), /^Error: no value$/)
  })

  test('no known deviation', async (t) => {
    const ids = ['content type APPLICATION/JSON', 'upper-case header names and values']
    let hits = 0
    const deviating: Handler = ({ request, correct }) => {
      if (request.headers['content-type'] !== 'APPLICATION/JSON') return correct
      hits++
      return { status: 415, body: '{}' }
    }
    const knownDeviations = ids.map((id) => ({ case: id, status: 415, reason: 'documented' }))
    const { finding, inputs, skipped } = await fuzzed(t, deviating, { knownDeviations })
    assert.equal(finding, null)
    assert.ok(hits > 0)
    assert.equal(inputs + skipped, INPUTS)
  })
})

test('arbitrary requests have the traits of the cases that they resemble', () => {
  const { scenario, wire } = terms()
  // The last trait is that of about one case in 5,000.
  const items = fc.sample(fuzzCase(scenario, wire), { numRuns: 5_000, seed: 7 })
  const having = (trait: string) => {
    const found = items.filter(({ traits }) => traits.includes(trait))
    assert.notEqual(found.length, 0, trait)
    return found
  }
  const textOf = ({ json, body, bytes }: Call) =>
    Buffer.from((bytes ?? body ?? String)(json)).toString()
  for (const { sends } of having('an empty body, its head in two pieces'))
    assert.ok(sends.some(({ call, framing }) => framing && textOf(call) === ''))
  for (const { sends, order } of having('pipelined before a target of 8,000 characters')) {
    assert.equal(order, 'pipelined')
    assert.ok(sends.some(({ call, framing }) => framing || (call.path?.length ?? 0) > 8_000))
  }
  for (const { sends } of having('the value is in a list'))
    assert.ok(sends.some(({ call }) => /^\s*[^{\s]/.test(textOf(call))))
  having('malformed JSON')
  having('truncated body')
  having('pipelined, with Expect: 100-continue')
  having('pipelined behind a body that is no UTF-8')
  // Others explain nothing: no manifest can declare them.
  const ids = [...scenarios.values()].map(deviationCases).reduce((all, some) => all.union(some))
  const traits = new Set(items.flatMap(({ traits }) => traits))
  assert.deepEqual([...traits.difference(ids)], [])
})

test('cases depend only on seed and index', async () => {
  const { scenario, wire } = terms()
  const cases = fuzzCase(scenario, wire)
  const sample = () =>
    fc.sample(cases, { numRuns: 50, seed: 7 }).map((item) => requestText(item, terms()))
  assert.deepEqual(sample(), sample())
  let again = ''
  const keep = fc.asyncProperty(cases, async (item) => {
    again ||= requestText(item, terms())
  })
  await fc.check(keep, { seed: 7, path: '31', numRuns: 1 })
  assert.equal(again, sample()[31])
})
