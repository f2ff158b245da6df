import Fastify from 'fastify'
import type { Steps, Undated } from '../../shared/models/steps.ts'
import { deserializeUser, type UserJson } from '../../shared/models/user.ts'
import { ajv, dateTime, number } from './fields.ts'

const properties = { id: number, name: { type: 'string' }, surname: { type: 'string' } }

const undated = { type: 'object', required: ['id', 'name', 'surname'], properties }

const user = {
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: { ...properties, lastUpdate: dateTime },
}

/** Ajv and fast-json-stringify as Fastify sets them up, without a server. */
async function compile(schema: object, customOptions: object = {}) {
  const fastify = Fastify({ ajv: { customOptions: { ...ajv.customOptions, ...customOptions } } })
  const route = { method: 'POST', url: '/updateUser' }
  fastify.route({ ...route, schema: { body: schema, response: { 200: schema } }, handler: async () => ({}) })
  await fastify.ready()
  const validate = fastify.validatorCompiler?.({ schema, ...route, httpPart: 'body' })
  const stringify = fastify.serializerCompiler?.({ schema, ...route, httpStatus: '200' })
  if (!validate || !stringify) throw new Error('Fastify has compiled no schema')
  return { validate, stringify }
}

const { validate, stringify } = await compile(user)
const { validate: validateAll } = await compile(user, { allErrors: true })
const { validate: isUndated } = await compile(undated)

export const steps: Steps = {
  library: 'ajv by fastify',
  package: 'ajv',
  validate: (body) => validate(body) === true,
  parse: (body) => (validate(body) === true ? deserializeUser(body as UserJson) : null),
  parseUndated: (body) => (isUndated(body) === true ? (body as Undated) : null),
  stringify,
  firstError: (body) => (validate(body) === true ? undefined : validate.errors?.[0]),
  allErrors: (body) => (validateAll(body) === true ? [] : (validateAll.errors ?? [])),
}
