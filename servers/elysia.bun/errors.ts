import { Elysia } from 'elysia'

/** Lists what is wrong, which Elysia leaves out in production; a body that is nested too deeply is the client's fault. */
export const errors = new Elysia().onError({ as: 'global' }, ({ code, error, status }) => {
  if (code === 'VALIDATION') return status(422, { error: 'Invalid body', issues: error.all })
  if (error instanceof RangeError) return status(400, { error: 'Nested too deeply' })
})
