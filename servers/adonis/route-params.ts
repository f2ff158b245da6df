import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { serve } from './server.ts'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    tenant: string
    language: string
  }
}

/** The query parser makes a list of what has a comma, and a string of what has none. */
const toList = (fields: unknown) =>
  Array.isArray(fields)
    ? fields
    : String(fields ?? '')
        .split(',')
        .filter(Boolean)

const userValidator = vine.create({
  params: vine.object({
    id: vine
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  }),
  fields: vine.array(vine.string()).parse(toList),
})

const readTenant = (ctx: HttpContext, next: () => Promise<void>) => {
  ctx.tenant = ctx.request.header('x-tenant') ?? 'public'
  return next()
}

const readLanguage = (ctx: HttpContext, next: () => Promise<void>) => {
  ctx.language = ctx.request.header('accept-language') ?? 'en'
  return next()
}

await serve((router) => {
  router
    .get('/users/:id', async ({ request, response, tenant, language }) => {
      const { params, fields } = await request.validateUsing(userValidator)
      if (!Number.isSafeInteger(params.id)) return response.badRequest({ error: 'Invalid id' })
      return { id: params.id, fields, tenant, language }
    })
    .use([readTenant, readLanguage])
})
