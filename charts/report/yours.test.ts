import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../../shared/basics/testing.ts'
import { expectedHere } from '../../shared/results/expected-here.ts'
import { quickPart } from '../../shared/results/held-out.ts'
import { publishedOf } from '../../shared/results/published.ts'
import { data } from '../test/in-browser.ts'
import type { Figure, ServerData } from './data.ts'
import { ratioInTable } from './pairs.ts'
import { YOURS, yourRun } from './yours.ts'

const published = publishedOf('update-user') ?? assert.fail()
const [newest = assert.fail()] = published.runs
/** A run on another machine that is as fast as that of the newest run. */
const quick = {
  ...quickPart(newest),
  file: {
    ...quickPart(newest).file,
    environment: { ...newest.file.environment, boot: 'yours', cpuModel: 'Your CPU' },
  },
}
const figureOf = (server: ServerData | undefined) => (server?.figures[0] ?? assert.fail()) as Figure
const fileOf = (change: object) => JSON.stringify({ ...quick.file, ...change })

test('a quick run predicts the servers that it lacks nearly as the terminal does', () => {
  const found = yourRun(fileOf({}), data.scenarios)
  assert.ok(typeof found !== 'string', String(found))
  const { run } = found
  assert.deepEqual([found.scenario, run.name], ['update-user', YOURS])
  const { baseline } = published.details
  const expected = expectedHere(quick, published.ratios, baseline)
  const place = (name: string) => run.servers.findIndex((server) => server.name === name)
  let compared = 0
  for (const [name, { ratio, requestsPerSecond }] of expected) {
    // The terminal takes mion for trpc where it is installed.
    if (place(name) < 0) continue
    compared++
    const yours = ratioInTable(run.pairs, place(name), place(baseline)) ?? assert.fail(name)
    assertNear(Math.log(yours.value / ratio.value), 0, 0.05)
    assertNear(
      Math.log((yours.high as number) / (yours.low as number)),
      Math.log(ratio.high / ratio.low),
      0.06,
    )
    const [rate] = figureOf(run.servers[place(name)])
    assertNear(Math.log(rate / requestsPerSecond.value), 0, 0.05)
  }
  assert.ok(compared > 40, `${compared}`)
})

test('what it measured is shown nearly as measured, with an interval', () => {
  const found = yourRun(fileOf({}), data.scenarios)
  assert.ok(typeof found !== 'string')
  const server = found.run.servers.find(({ name }) => name === 'express')
  const measured = newest.file.subjects.find(({ name }) => name === 'express')
  const rate = measured?.summary?.requestsPerSecond.value ?? 0
  const [value, low, high] = figureOf(server)
  assertNear(Math.log(value / rate), 0, 0.1)
  assert.ok((low as number) < rate && rate < (high as number))
})

test('a scenario that some servers of a quick run lack can be predicted, too', () => {
  const hello = data.scenarios.find(({ name }) => name === 'hello') ?? assert.fail()
  assert.ok(!hello.quick.anchors.includes('valibot'))
  assert.ok(hello.quick.anchors.includes('express'))
})

test('another file is rejected in one line', () => {
  const isRejected = (text: string, reason: RegExp) => {
    const found = yourRun(text, data.scenarios)
    assert.ok(typeof found === 'string', 'rejected')
    assert.match(found, reason)
  }
  isRejected('{', /^not a file of run --quick/)
  isRejected('{"probe":"run"}', /^not a file of run --quick/)
  isRejected(fileOf({ environment: undefined }), /^not a file of run --quick/)
  isRejected(fileOf({ probe: 'latency' }), /^not a file/)
  isRejected(
    fileOf({ scenario: 'other' }),
    /^nothing is published of other, so nothing can be predicted$/,
  )
  isRejected(fileOf({ protocol: { pipelining: 10 } }), /^the file has 10 requests in flight/)
  const subjects = quick.file.subjects.filter(({ name }) => name !== 'hapi')
  isRejected(fileOf({ subjects }), /^the file lacks hapi: run update-user --quick measures them$/)
})
