import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { dateTime } from '../../../shared/models/json-schema/date-time.ts'
import type { Steps } from '../../../shared/models/steps.ts'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { steps as base } from '../steps.ts'

const ajv = addFormats.default(new Ajv({ code: { source: true } }))
const code = standaloneCode.default(
  ajv,
  ajv.compile({
    type: 'object',
    required: ['id', 'name', 'surname', 'lastUpdate'],
    properties: { id: { type: 'number' }, name: { type: 'string' }, surname: { type: 'string' }, lastUpdate: dateTime },
  }),
)

/** An application would write the code to a file when it is built, and import that. */
const module = { exports: {} as ValidateFunction<UserJson> }
new Function('module', 'exports', 'require', code)(module, module.exports, createRequire(import.meta.url))
const validate = module.exports

export const steps: Steps = {
  ...base,
  library: 'ajv, standalone',
  validate,
  parse: (body) => (validate(body) ? deserializeUser(body) : null),
}
