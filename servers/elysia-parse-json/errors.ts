import { Elysia, type ValidationError } from 'elysia'

/** Lists what is wrong, which Elysia leaves out in production; a body that is nested too deeply is the client's fault. */
export const errors = new Elysia().onError({ as: 'global' }, ({ code, error, status }) => {
  if (code === 'VALIDATION') return status(422, { error: 'Invalid body', issues: issuesOf(error) })
  if (error instanceof RangeError) return status(400, { error: 'Nested too deeply' })
})

/** Not `error.all`, which makes a text of each value, and throws where it cannot. */
function issuesOf({ validator, value }: Readonly<ValidationError>) {
  if (!('Errors' in validator)) return []
  return [...validator.Errors(value)].map(({ path, message }) => ({ path, message }))
}
