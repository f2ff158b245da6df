import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { measuredText } from './measured.ts'

const PATH = 'results/update-user/2026-01-31.json'
const result = inventedResult(threeServers)

test('how it was measured: machine, load, checks, the generator’s limit and the sources', () => {
  const environment = { ...result.environment, cpuQuota: '150000 100000' }
  const text = measuredText({ ...result, environment }, PATH)
  for (const line of [
    '- Date: 2026-01-31; the run took 12 min',
    '- Machine: Invented CPU @ 2.00GHz, 8 CPUs, 32 GiB of memory, Invented OS 12, kernel Linux 6.1.0, x64, governor performance, container limited to 1.5 CPUs',
    '- Load: autocannon 9.0.0: 100 connections, 10 requests in flight on each',
    '- Method: 5 rounds × 8 s a server, in slices of 1 s; in random turns within groups of 4, the baseline in each; warm-up until the rate settles, 6 s at most; fresh processes in every round',
    '- Load generator’s headroom: not known: an event-driven generator cannot tell',
    '- Checked: the bodies of 7,255,020 responses, 1,200 of them by the checker on a connection of its own',
    '- Sources: commit `0123456789ab`, `package-lock.json` with SHA-256 `fedcba987654…`, seed 42',
  ]) {
    assert.ok(text.split('\n').includes(line), `"${line}" missing in\n${text}`)
  }
  const polled = { ...result, protocol: { ...result.protocol, polling: true, pipelining: 1, secondPipelining: 10 } }
  assert.match(
    measuredText(polled, PATH),
    /: 100 connections, 1 request in flight on each; in slices of their own, on the same processes, 10 in flight; the generator never sleeps$/m,
  )
  assert.match(measuredText(polled, PATH), /headroom: .* in 58% .* to 58% /)
  assert.doesNotMatch(measuredText(result, PATH), /container|Noise|sent before/)
  const unchecked = structuredClone(result)
  for (const trial of unchecked.servers.flatMap(({ trials }) => trials)) trial.checked = 0
  assert.match(
    measuredText(unchecked, PATH),
    /^- Checked: the bodies of 1,200 responses, 1,200 of them by the checker .*; of the load’s 7,253,820, status and size$/m,
  )
})

test('slices loaded again and rounds beyond those asked for are told', () => {
  const more = structuredClone(result)
  const [trial] = more.servers[0]?.trials ?? []
  const [slice] = trial?.slices ?? []
  assert.ok(trial && slice)
  trial.slices.push({ ...slice, noise: 'other processes used 20% of a pinned CPU' })
  trial.repeated = 1234
  more.rounds.push(more.rounds[0] ?? [])
  const text = measuredText(more, PATH)
  assert.match(text, /^- Noise: 1 of 121 slices were disturbed; such a slice counts only where a trial has no other$/m)
  assert.match(text, /^- Requests that had been sent before in the same slice: 1,234$/m)
  assert.match(text, /^- Method: 6 rounds × 8 s/m)
})
