import * as v from 'valibot'
import type { Steps } from '../../shared/models/steps.ts'

const id = v.pipe(v.number(), v.finite())

const UserJson = v.object({
  id,
  name: v.string(),
  surname: v.string(),
  lastUpdate: v.pipe(v.string(), v.isoTimestamp()),
})

const User = v.object({
  id,
  name: v.string(),
  surname: v.string(),
  lastUpdate: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
})

const Undated = v.object({ id, name: v.string(), surname: v.string() })

/** A flaw, without the value that has it. */
const told = ({ message, path }: v.BaseIssue<unknown>) => ({ message, path: path?.map(({ key }) => key) })

export const steps: Steps = {
  library: 'valibot',
  package: 'valibot',
  validate: (body) => v.is(UserJson, body),
  parse(body) {
    const { success, output } = v.safeParse(User, body)
    return success ? output : null
  },
  parseUndated(body) {
    const { success, output } = v.safeParse(Undated, body)
    return success ? output : null
  },
  stringify: JSON.stringify,
  firstError(body) {
    const [issue] = v.safeParse(User, body, { abortEarly: true }).issues ?? []
    return issue && told(issue)
  },
  allErrors: (body) => (v.safeParse(User, body).issues ?? []).map(told),
}
