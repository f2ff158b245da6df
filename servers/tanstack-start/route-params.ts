import { createMiddleware } from '@tanstack/react-start'
import * as z from 'zod'
import { parseFields } from '../../shared/models/parameters.ts'

const Id = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
  .pipe(z.int())

const tenant = createMiddleware().server(({ next, request }) =>
  next({ context: { tenant: request.headers.get('x-tenant') ?? 'public' } }),
)

const language = createMiddleware().server(({ next, request }) =>
  next({ context: { language: request.headers.get('accept-language') ?? 'en' } }),
)

export const middleware = [tenant, language] as const

interface Context {
  request: Request
  params: { id: string }
  context: { tenant: string; language: string }
}

export function GET({ request, params, context }: Context) {
  const { success, data: id, error } = Id.safeParse(params.id)
  if (!success) return Response.json({ error: 'Invalid id', issues: error.issues }, { status: 400 })
  const fields = parseFields(new URL(request.url).searchParams.get('fields'))
  return Response.json({ id, fields, ...context })
}
