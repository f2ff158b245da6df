/** Planted breaches are found and shrunk to a minimal request. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import type { Call } from '../../shared/wires/wires.ts'
import { changed, type Call as Handled, portOf, terms } from '../test/contract-fixtures.ts'
import { correctResponse, sendJson } from '../test/fixtures.ts'
import type { ContractTerms } from './exchange.ts'
import { type FuzzReport, fuzz } from './fuzz.ts'
import { fuzzCase } from './fuzz-case.ts'
import { requestText } from './request-text.ts'

const INPUTS = 600

/** Fuzzes a correct server with one planted fault. */
async function fuzzed(
  t: TestContext,
  answer: (call: Handled) => boolean = () => false,
  more: Partial<ContractTerms> = {},
): Promise<FuzzReport> {
  const port = await portOf(t, answer)
  const process = { restart: async () => port, withOutput: (reason: string) => reason }
  return fuzz(port, terms(more), process, { inputs: INPUTS, seed: 1 })
}

/** Returns the minimal request of the finding; asserts that it is a single one. */
function smallest({ finding }: FuzzReport): string {
  assert.ok(finding, 'no finding')
  assert.equal(finding.item.sends.length, 1)
  return requestText(finding.item, terms())
}

/** Responds instead of the server if all fields but one are valid. */
const nulled = (field: string, pattern: RegExp, instead: string) => (call: Handled) => {
  if (!pattern.test(call.body)) return false
  const { status, json } = correctResponse(call.body.replace(pattern, instead))
  if (status !== 200) return false
  sendJson(
    call.response,
    200,
    changed(json, (user) => Object.assign(user, { [field]: null })),
  )
  return true
}

describe('the fuzzer', () => {
  test('finds nothing in a correct server', async (t) => {
    const report = await fuzzed(t)
    assert.equal(report.finding, null)
    assert.equal(report.inputs, INPUTS)
    assert.equal(report.skipped, 0)
  })

  test('finds a response of null for infinity', async (t) => {
    const report = await fuzzed(t, nulled('id', /"id":-?1e999/, '"id":1'))
    const text = smallest(report)
    assert.match(text, /^curl .*"id":-?1e999/)
    assert.equal(report.finding?.breach.invariant, 1)
    assert.match(report.finding?.breach.got ?? '', /"id":null/)
  })

  test('finds a status of 500, and shrinks to one change', async (t) => {
    const report = await fuzzed(t, ({ body, response }) => {
      const isHit = body.includes('"surname":[')
      if (isHit) sendJson(response, 500, '{}')
      return isHit
    })
    assert.match(smallest(report), /^curl .*"surname":\[/)
    assert.equal(report.finding?.breach.status, 500)
  })

  test('finds a leak from another request', async (t) => {
    let last = 0
    const report = await fuzzed(t, ({ body, status, json, response }) => {
      if (status === 200) last = JSON.parse(json).id
      if (status === 200 || body.length > 20) return false
      sendJson(response, 400, JSON.stringify({ last }))
      return true
    })
    assert.equal(report.finding?.breach.invariant, 4)
    assert.match(report.finding?.breach.got ?? '', /is of another request$/)
  })

  test('finds a closed connection', async (t) => {
    const report = await fuzzed(t, ({ body, request }) => {
      const isHit = body.includes('[[[[')
      if (isHit) request.socket.destroy()
      return isHit
    })
    assert.match(smallest(report), /--data-binary '\[{4}/)
    assert.equal(report.finding?.breach.does, 'closes')
  })

  test('tolerates a known deviation', async (t) => {
    const id = 'content type APPLICATION/JSON'
    const ids = [id, 'upper-case header names and values']
    let hits = 0
    const report = await fuzzed(
      t,
      ({ request, response }) => {
        const isHit = request.headers['content-type'] === 'APPLICATION/JSON'
        if (isHit) hits++
        if (isHit) sendJson(response, 415, '{}')
        return isHit
      },
      { knownDeviations: ids.map((name) => ({ case: name, status: 415, reason: 'documented' })) },
    )
    assert.equal(report.finding, null)
    assert.ok(hits > 0)
    assert.equal(report.inputs + report.skipped, INPUTS)
  })
})

test('arbitrary requests have the traits of the cases that they resemble', () => {
  const { scenario, wire } = terms()
  // The last trait is that of about one case in 5,000.
  const items = fc.sample(fuzzCase(scenario, wire), { numRuns: 5_000, seed: 3 })
  const having = (trait: string) => items.filter(({ traits }) => traits.includes(trait))
  const isEmpty = ({ json, body, bytes }: Call) => (body ?? bytes ?? String)(json).length === 0
  for (const { sends } of having('an empty body, its head in two pieces')) {
    assert.ok(sends.some(({ call, framing }) => framing && isEmpty(call)))
  }
  for (const { sends, order } of having('pipelined before a target of 8,000 characters')) {
    assert.equal(order, 'pipelined')
    assert.ok(sends.some(({ call, framing }) => framing || (call.path?.length ?? 0) > 8_000))
  }
  for (const trait of [
    'malformed JSON',
    'truncated body',
    'an empty body, its head in two pieces',
    'pipelined before a target of 8,000 characters',
  ]) {
    assert.notEqual(having(trait).length, 0, trait)
  }
})

test('cases depend only on seed and index', async () => {
  const { scenario, wire } = terms()
  const cases = fuzzCase(scenario, wire)
  const sample = () =>
    fc.sample(cases, { numRuns: 50, seed: 7 }).map((item) => requestText(item, terms()))
  assert.deepEqual(sample(), sample())
  let again = ''
  await fc.check(
    fc.asyncProperty(cases, async (item) => {
      again ||= requestText(item, terms())
    }),
    { seed: 7, path: '31', numRuns: 1 },
  )
  assert.equal(again, sample()[31])
})
