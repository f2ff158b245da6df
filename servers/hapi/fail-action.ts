import type { Lifecycle } from '@hapi/hapi'

/** Answers with joi's own message, which names the field that is wrong. */
export const failAction: Lifecycle.Method = (_request, _h, error) => {
  throw error
}
