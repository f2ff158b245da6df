/** Faulty libraries, timed in their own processes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOf } from '../../../shared/probe/probe.ts'
import { validators } from '../../../shared/probes/validators.ts'
import { faultySteps, stepsFolder } from '../../test/faulty/steps.ts'
import { measured } from '../../test/measured.ts'

test('faulty libraries are disqualified, a cache gains nothing, the others are measured, and no process is left', async (t) => {
  const faulty = ['accepts-all', 'stops-looking-after-10000-calls']
  const known = ['knows-its-last-object', 'knows-its-last-value']
  const names = ['honest-steps', ...faulty, ...known]
  const folders = Object.fromEntries(names.map((name) => [name, stepsFolder(name)]))
  const options = ['--runtime', 'node', '--processes', '1', '--seconds', '0.02', '--no-counts']
  const { status, output, named } = await measured(t, validators, folders, options)
  assert.equal(status, 1)
  for (const name of faulty) {
    const { disqualified, samples } = named(name)
    assert.match(disqualified ?? '', faultySteps[name]?.disqualified ?? assert.fail())
    assert.deepEqual(samples, [])
    assert.ok(output.includes(`${name}: disqualified: ${disqualified}`), `${disqualified}`)
  }
  const figure = (name: string, id: string) => Number(firstOf(named(name), id))
  for (const name of known) {
    const times = figure(name, 'validate_ns') / figure('honest-steps', 'validate_ns')
    assert.ok(times > 5, `${name} takes ${times} times as long`)
  }
  for (const id of ['import', 'first']) assert.ok(figure('honest-steps', id) > 0, id)
})
