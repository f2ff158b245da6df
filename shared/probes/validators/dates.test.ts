import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../basics/root.ts'
import type { SubjectRow } from '../../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../../test/measurements.ts'
import { validators } from '../validators.ts'
import { DATE_BY } from './dates.ts'

/** What makes the date behind a library: shared code, or a constructor around its result. */
const HAND = /deserializeUser\(|import \{ parseUser \} from|new Date\((result|body|user|json)\b/

const sources = ['servers', 'validators'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).flatMap((name) => {
    const read = (part: string, path: string) => {
      const file = join(ROOT, folder, name, path)
      return existsSync(file) ? [{ name, part, source: readFileSync(file, 'utf8') }] : []
    }
    const options = join(ROOT, folder, name, 'steps')
    return [
      ...read('', 'steps.ts'),
      ...(existsSync(options) ? readdirSync(options) : []).flatMap((file) =>
        read(file.replace('.ts', ''), join('steps', file)),
      ),
    ]
  }),
)

test('the page says who makes the date, as the code of each library’s steps does', () => {
  const parsing = sources.filter(({ source }) => /\bparse[(:]/.test(source))
  assert.ok(parsing.length > 20)
  for (const { name, part, source } of parsing) {
    const row = sampleSubject(name, [], { part }) as SubjectRow
    const by = DATE_BY.value?.(row, sampleMeasurement(validators, []))
    assert.equal(by, HAND.test(source) ? 'hand' : '', `${name} ${part}`)
  }
})
