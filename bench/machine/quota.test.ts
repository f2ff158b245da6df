import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { cpuGroups, cpuQuota, quotaStops } from './quota.ts'

test('the control groups of CPU time are those of the process and their parents', () => {
  assert.deepEqual(cpuGroups('0::/a/b\n'), [
    '/sys/fs/cgroup/a/b',
    '/sys/fs/cgroup/a',
    '/sys/fs/cgroup',
  ])
  const first = '5:memory:/x\n4:cpu,cpuacct:/y\n3:cpuset:/z\n1:name=systemd:/\n'
  assert.deepEqual(cpuGroups(first), ['/sys/fs/cgroup/cpu/y', '/sys/fs/cgroup/cpu'])
  assert.deepEqual(cpuGroups('0::/../..'), ['/sys/fs/cgroup'])
  assert.deepEqual(cpuGroups(''), [])
})

test('a quota is that of the innermost group that has one; stops are added up', (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, {
    'inner/cpu.max': 'max 100000\n',
    'inner/cpu.stat': 'usage_usec 9\nnr_periods 8\nnr_throttled 2\nthrottled_usec 7\n',
    'outer/cpu.max': '50000 100000\n',
    'outer/cpu.stat': 'nr_throttled 3\n',
    'old/cpu.cfs_quota_us': '20000\n',
    'old/cpu.cfs_period_us': '100000\n',
    'free/cpu.cfs_quota_us': '-1\n',
    'free/cpu.cfs_period_us': '100000\n',
  })
  const groups = (...names: string[]) => names.map((name) => join(directory, name))
  assert.equal(cpuQuota(groups('inner', 'outer')), '50000 100000')
  assert.equal(cpuQuota(groups('inner')), 'max 100000')
  assert.equal(cpuQuota(groups('old')), '20000 100000')
  assert.equal(cpuQuota(groups('free', 'none')), null)
  assert.equal(quotaStops(groups('inner', 'outer', 'old', 'none')), 5)
})
