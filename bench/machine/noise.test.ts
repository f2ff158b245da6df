import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { frequencyChange, NOISE_LIMITS, type Noise, NoiseMeter, noiseReason } from './noise.ts'

const quiet: Noise = {
  raw: null,
  stealPercent: 0,
  foreignPercent: 0,
  swappedPages: 0,
  thermalEvents: 0,
  frequencyPercent: 0,
}

describe('what is noise', () => {
  test('nothing, and what can’t be read, is none', () => {
    assert.equal(noiseReason(quiet), null)
    assert.equal(noiseReason(new NoiseMeter([]).noise(0)), null)
  })

  test('only above the limits', () => {
    assert.equal(noiseReason({ ...quiet, ...NOISE_LIMITS }), null)
    const { stealPercent, foreignPercent } = NOISE_LIMITS
    assert.match(noiseReason({ ...quiet, stealPercent: stealPercent + 1 }) ?? '', /^the hypervisor took 3% of a CPU/)
    assert.match(noiseReason({ ...quiet, foreignPercent: foreignPercent + 1 }) ?? '', /^other processes used 11% of/)
    assert.match(noiseReason({ ...quiet, frequencyPercent: 11 }) ?? '', /^the frequency of a CPU changed by 11%/)
    assert.match(noiseReason({ ...quiet, swappedPages: 1 }) ?? '', /swapped 1 pages/)
    assert.match(noiseReason({ ...quiet, thermalEvents: 1 }) ?? '', /throttled by its temperature/)
  })
})

test('the change of frequency is that of the CPU that changed most', () => {
  assert.equal(frequencyChange([2_000_000, 2_000_000], [2_000_000, 1_500_000]), 25)
  assert.equal(frequencyChange([2_000_000], [2_000_000]), 0)
  assert.equal(frequencyChange(null, [2_000_000]), null)
})

/** What the meter makes of two readings of the kernel's files. */
describe('the meter', { skip: process.platform !== 'linux' && 'reads /proc' }, () => {
  test('without CPUs to watch tells nothing', () => {
    const noise = new NoiseMeter([]).noise(0)
    assert.deepEqual(Object.values(noise), [null, null, null, null, null, null])
  })

  test('takes others’ CPU time for foreign, and not one’s own', async () => {
    // Burns 0.5 s of CPU time on CPU 0, and tells how much it was.
    const script = 'while (process.cpuUsage().user < 500_000);const { user, system } = process.cpuUsage()'
    const meters = [new NoiseMeter([0]), new NoiseMeter([0])]
    for (const meter of meters) meter.begin()
    const before = performance.now()
    const program = ['taskset', '--cpu-list', '0', process.execPath, '-e']
    const [command = '', ...args] = [...program, `${script};console.log((user + system) / 1e6)`]
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let used = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      used += text
    })
    await once(child, 'close')
    const seconds = (performance.now() - before) / 1000
    for (const meter of meters) meter.end()
    const [foreign, own] = meters.map((meter, i) => meter.noise(i === 0 ? 0 : Number(used)).foreignPercent ?? 0)
    assert.ok(Number(used) >= 0.5)
    // Others may be there too; what the child used makes the difference.
    const difference = (((foreign ?? 0) - (own ?? 0)) / 100) * seconds
    assert.ok((foreign ?? 0) > NOISE_LIMITS.foreignPercent)
    assert.ok(difference > 0 && difference <= Number(used) * 1.05, `${difference} s of ${used} s`)
    assert.ok((own ?? 0) < (foreign ?? 0))
  })

  test('own time that the kernel has not counted yet is not less than nothing', () => {
    const meter = new NoiseMeter([0])
    meter.begin()
    meter.end()
    assert.equal(meter.noise(1_000).foreignPercent, 0)
  })
})
