import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf, type HostileFile } from '../../../charts/instruments/hostile/format.ts'
import hostile, { flags, summarize } from '../../../charts/instruments/hostile/instrument.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { isJson } from '../../../shared/basics/text.ts'
import { familiesOf, inputOf, textOf } from './inputs.ts'
import { joined, measureCases, type Send, searchCases } from './measure.ts'

const USERS = JSON.stringify({
  users: [{ id: 1, name: 'Ada', lastUpdate: '2026-02-28T12:00:00.000Z' }],
})
const SIZES = [200, 400, 800, 1_600]

type Respond = (
  body: { users?: { lastUpdate?: string }[] } | null,
  json: string,
) => { steps: number; text: string }

/** Counts the work of a server in steps instead of time. */
const serverOf =
  (respond: Respond): Send =>
  async (json) => {
    const { steps, text } = respond(isJson(json) ? JSON.parse(json) : null, json)
    return {
      bytes: json.length,
      received: text.length,
      status: json.trim() === USERS ? 200 : 400,
      milliseconds: steps / 100,
    }
  }

const linear: Respond = (_, json) => ({ steps: json.length, text: 'invalid' })

/** Steps of a backtracking matcher for `/\d+$/`. */
function stepsOf(text: string): number {
  let steps = 0
  for (let start = 0; start < text.length; start++) {
    let end = start
    while (end < text.length && /\d/.test(text[end] as string)) end++
    steps += 1 + end - start
    if (end > start && end === text.length) break
  }
  return steps
}

const quadratic: Respond = (body, json) => {
  const date = body?.users?.[0]?.lastUpdate
  return { steps: json.length + (typeof date === 'string' ? stepsOf(date) : 0), text: 'invalid' }
}

const amplifying: Respond = (body, json) => {
  const users = Array.isArray(body?.users) ? body.users : []
  return {
    steps: json.length,
    text: JSON.stringify(users.map((_, i) => ({ path: ['users', i], message: 'no user' }))),
  }
}

/** Returns each flag with the family that causes it. */
async function flagsOf(respond: Respond) {
  const send = serverOf(respond)
  const found = await searchCases(send, USERS, 1, 300)
  const summary = summarize(joined([await measureCases(send, USERS, found, SIZES)]))
  const [amplifies, isSuperlinear] = Object.values(flags).map((flag) => flag(summary))
  return [amplifies && summary.bytes.family, isSuperlinear && summary.growth.family]
}

test('the search finds a quadratic pattern and a list of errors; a linear server has neither flag', async () => {
  assert.deepEqual(await flagsOf(linear), [false, false])
  assert.deepEqual(await flagsOf(quadratic), [false, 'strings'])
  assert.deepEqual(await flagsOf(amplifying), ['errors', false])
})

test('the page says how many of the worst inputs were accepted, rejected and failed', () => {
  const size = (status: number) => ({ bytes: 4_000, received: 4_000, status, milliseconds: [1] })
  const input = { head: '', unit: '', middle: '', close: '', tail: '' }
  const server = (displayName: string, statuses: number[]) => ({
    ...{
      name: displayName,
      displayName,
      version: null,
      runtime: 'node',
      runtimeVersion: '26.0.0',
      refusal: null,
    },
    // The smaller size does not count.
    cases: statuses.map((status) => ({ family: 'keys', input, sizes: [size(200), size(status)] })),
  })
  const servers = [server('http-node', [200, 400]), server('lax', [200, 422, 500])]
  const file = { scenario: 'user-list', servers } as unknown as HostileFile
  const lead = hostile.lead?.([{ file, path: '' }]) ?? ''
  assert.match(
    lead,
    /Of 5 worst inputs at full size, 2 were accepted, 2 rejected and 1 caused a 5xx \(lax\)\.$/,
  )
  const sound = { ...file, servers: file.servers.slice(0, 1) }
  assert.match(
    hostile.lead?.([{ file: sound, path: '' }]) ?? '',
    /1 were accepted and 1 rejected\.$/,
  )
})

test('growth is the exponent of the work, which a fixed part lowers; null with too few sizes', () => {
  const growth = (work: (bytes: number) => number, sizes = SIZES) =>
    growthOf(
      sizes.map((bytes) => ({
        bytes,
        received: 0,
        status: 200,
        milliseconds: [work(bytes), 1e9, 0],
      })),
    )
  assert.equal(growth((bytes) => bytes ** 2)?.toFixed(3), '2.000')
  assert.ok((growth((bytes) => 50 + bytes) ?? 1) < 1)
  assert.equal(
    growth((bytes) => bytes, SIZES.slice(0, 2)),
    null,
  )
})

test('inputs are JSON of the asked size', () => {
  const random = createRandom(1)
  for (const [name, parts] of familiesOf(USERS)) {
    for (let i = 0; i < 20; i++) {
      const text = textOf(inputOf(parts.map((options) => random.pick(options))), 1_000)
      const bytes = Buffer.byteLength(text)
      assert.ok(bytes > 800 && bytes <= 1_000, `${name}: ${bytes} bytes: ${text}`)
      assert.ok(isJson(text) || name === 'numbers', text)
    }
  }
})
