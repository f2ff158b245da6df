import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pooledOf } from '../../shared/results/published.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { MACHINES_PATH } from '../text/paths.ts'
import { machinesPage, onOneText, transferText } from './machines.ts'

const NAMES = Array.from({ length: 12 }, (_, i) => `server-${i}`)

/** Returns a run on the machine of a boot, which adds `added` µs to each request and slows one server by the factor `odd`. */
function run(boot: string, added: number, odd = 1) {
  const rate = (microseconds: number) => Math.round(1e6 / (microseconds + added))
  const servers = NAMES.map(
    (name, i) => [name, steady(rate((10 + 4 * i) * (i === 5 ? odd : 1)), 5, i)] as const,
  )
  const result = resultOf({ 'http-node': steady(rate(12)), ...Object.fromEntries(servers) })
  const { environment, protocol } = result
  const { rounds } = result.details
  const file = {
    ...result,
    environment: { ...environment, boot },
    protocol: { ...protocol, rounds: rounds.length },
    checksum: `${boot} ${added}`,
  }
  return { file, path: `${boot} ${added}` }
}

function pageOf(runs: ReturnType<typeof run>[]): string {
  const published = pooledOf(runs)
  return machinesPage(published ? [published] : []).files.get(MACHINES_PATH) ?? ''
}

test('a machine that only adds time to each request is within its prediction intervals', () => {
  const page = pageOf([run('a', 0), run('b', 1), run('c', 2)])
  assert.match(
    page,
    /\n\*\*Of machines that passed their .health check.\(\S+\), predicted from the others, 100% of 36 ratios were within their 95% interval\.\*\* /,
  )
  assert.match(page, /\| 12 \| 100% \| ±\d+% \| 100% \| 1\.000 \| \| \| \|$/m)
})

test('a server that is outside on one machine is named', () => {
  const page = pageOf([run('a', 0), run('b', 1), run('c', 2, 3)])
  assert.match(
    page,
    /^- Outside their interval on machine 3: .*: server-5 \(0\.\d{3}, expected 0\.\d{3} to 0\.\d{3}\)$/m,
  )
  assert.doesNotMatch(page, /100% of 36/)
})

test('kinds of machines are left out, too: one row where a machine is the only one of its kind', () => {
  const other = run('c', 2, 3)
  const file = { ...other.file, environment: { ...other.file.environment, cpuModel: 'Other CPU' } }
  const page = pageOf([run('a', 0), run('b', 1), { ...other, file }])
  assert.match(page, /; predicted without any machine of the same kind, \d+% of 36\.\*\* /)
  assert.equal(page.match(/^\| \d.*Other CPU/gm)?.length, 1)
  assert.equal(page.match(/^\| \d, and all Sample CPU/gm)?.length, 2)
})

test('one machine predicts none', () => {
  assert.match(pageOf([run('a', 0), run('a', 1)]), /No scenario has runs of two machines/)
  assert.doesNotMatch(pageOf([run('a', 0), run('a', 1)]), /\n\|/, 'one machine')
})

test('a page says which servers one machine alone measured, and that all machines are of one kind', () => {
  const [a, b] = [run('a', 0), run('b', 1)]
  const subjects = b.file.subjects.filter(({ name }) => name !== 'server-3' && name !== 'server-4')
  const text = (other: typeof b) => onOneText(pooledOf([a, other])?.result ?? assert.fail())
  const part = { ...b, file: { ...b.file, subjects } }
  assert.equal(
    text(part),
    ' 2 of 13 servers were measured on one machine only. All machines are of one kind: Sample CPU.',
  )
  const environment = { ...b.file.environment, cpuModel: 'Other CPU' }
  assert.equal(text({ ...b, file: { ...b.file, environment } }), '')
})

test('the page says that the spread was fitted to the runs that it predicts, and how many machines test it', () => {
  const on = (date: string) => {
    const { file, path } = run('b', 1)
    return pageOf([run('a', 0), { file: { ...file, startedAt: `${date}T00:00:00.000Z` }, path }])
  }
  assert.match(
    on('2026-11-28'),
    /the same that it predicts here; no machine measured later tests it yet\./,
  )
  assert.match(on('2026-11-29'), /; 1 machine measured later tests it\./)
})

test('README says what to expect on another machine', () => {
  const text = (runs: ReturnType<typeof run>[]) =>
    transferText(pooledOf(runs)?.result ?? assert.fail())
  assert.match(
    text([run('a', 0), run('b', 1)]),
    /^On another machine that passes the .health check.\(\S+\), expect 95% of ratios within ±\d+% \(worst server: ±\d+%\)\. Bounds are .fitted.\(\S+\) to these runs\. `update-user` keeps its order: rank correlation ≥ 1\.00\.$/,
  )
  // A correlation of 0.958: one of twelve servers has moved by three places.
  assert.match(text([run('a', 0), run('b', 0, 1.45)]), / ≥ 0\.95\./)
  assert.doesNotMatch(text([run('a', 0)]), /order/)
})
