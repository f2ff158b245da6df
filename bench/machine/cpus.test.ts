import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { onPath } from '../../shared/basics/on-path.ts'
import {
  detectPinning,
  grantedCpus,
  mostWorkers,
  parseCpuList,
  pinnedCommand,
  planPinning,
  planWorkers,
  trialCpus,
} from './cpus.ts'

const alone = (cpu: number) => [cpu]

test('a container’s limit is rounded down to whole CPUs, at least one', () => {
  const quotas = ['200000 100000', '250000 100000', '50000 100000', 'max 100000', '', null]
  assert.deepEqual(quotas.map(grantedCpus), [
    2,
    2,
    1,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ])
})

test('a worker and its generator need two of the CPUs that are granted', () => {
  assert.ok(mostWorkers(3) <= 1)
  assert.ok(mostWorkers(1) <= 1)
})

test('lists of CPUs are parsed', () => {
  const lists = {
    0: [0],
    '0-3': [0, 1, 2, 3],
    '1,3,8-9\n': [1, 3, 8, 9],
    '10-12': [10, 11, 12],
    '': [],
  }
  for (const [list, cpus] of Object.entries(lists)) assert.deepEqual(parseCpuList(list), cpus)
})

test('workers have cores apart from the generator’s, and of their own if as many are left', () => {
  const paired = (cpu: number) => [cpu % 8, (cpu % 8) + 8]
  const cpus = Array.from({ length: 16 }, (_, cpu) => cpu)
  assert.deepEqual(planWorkers(cpus, alone, 8), {
    server: cpus.slice(8),
    generator: cpus.slice(0, 8),
    note: null,
  })
  assert.deepEqual(planWorkers(cpus, paired, 4), {
    server: [4, 5, 6, 7],
    generator: [0, 1, 2, 3, 8, 9, 10, 11],
    note: null,
  })
  assert.deepEqual(planWorkers(cpus, paired, 8), {
    server: [4, 5, 6, 7, 12, 13, 14, 15],
    generator: [0, 1, 2, 3, 8, 9, 10, 11],
    note: null,
  })
  const note = '2 workers need a CPU each, and their load generator as many, of other cores'
  assert.deepEqual(planWorkers([0, 1, 2], alone, 2), { server: null, generator: null, note })
})

test('the server has a CPU of its own, whose sibling stays idle if the generator has another', () => {
  const note = 'there is only one CPU'
  for (const cpus of [[], [5]])
    assert.deepEqual(planPinning(cpus, alone), { server: null, generator: null, note })
  for (const siblings of [alone, () => [0, 1]])
    assert.deepEqual(planPinning([0, 1], siblings), { server: [1], generator: [0], note: null })
  const generator = (siblings: (cpu: number) => number[]) =>
    planPinning([0, 1, 2, 3], siblings).generator
  assert.deepEqual(
    generator((cpu) => [cpu & 2, (cpu & 2) + 1]),
    [0, 1],
  )
  assert.deepEqual(
    generator((cpu) => [cpu % 2, (cpu % 2) + 2]),
    [0, 2],
  )
  assert.deepEqual(generator(alone), [0, 1, 2])
})

test('this machine’s plan stays within the allowed CPUs, or says why nothing is pinned', () => {
  const { server, generator, note } = detectPinning()
  const isPinned = note === null
  assert.deepEqual([server !== null, generator !== null], [isPinned, isPinned])
  assert.deepEqual(
    (server ?? []).filter((cpu) => generator?.includes(cpu)),
    [],
  )
})

test('pinnedCommand runs the program on those CPUs', {
  skip: !onPath('taskset') && 'there is no taskset',
}, () => {
  const allowed = /Cpus_allowed_list:\s*(.*)/.exec(
    execFileSync('cat', ['/proc/self/status'], { encoding: 'utf8' }),
  )?.[1]
  const cpu = parseCpuList(allowed ?? '').at(-1) as number
  const [program = '', ...args] = pinnedCommand([cpu], 'cat', ['/proc/self/status'])
  assert.match(
    execFileSync(program, args, { encoding: 'utf8' }),
    new RegExp(`^Cpus_allowed_list:\\s*${cpu}$`, 'm'),
  )
})

test('pinnedCommand without CPUs pins nothing', () => {
  const command = pinnedCommand(null, 'node', ['a', 'b'])
  assert.deepEqual(command.slice(-3), ['node', 'a', 'b'])
  assert.ok(!command.includes('taskset'))
})

test('the work of others counts on the pinned CPUs, and on the only one of a process', () => {
  const unpinned = { server: null, generator: null, note: '' }
  assert.deepEqual(trialCpus({ server: [3], generator: [1, 2], note: null }, [1]), [3, 1, 2])
  assert.deepEqual(trialCpus(unpinned, [1]), [1])
  assert.deepEqual(trialCpus(unpinned, [1, 2]), [])
})
