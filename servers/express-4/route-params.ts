import express from 'express'
import { z } from 'zod'
import { parseFields } from '../../shared/models/parameters.ts'

const inputSchema = z.object({
  id: z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .refine(Number.isSafeInteger),
  fields: z.string().optional().transform(parseFields),
})

const app = express()

app.use((req, res, next) => {
  res.locals.tenant = req.get('x-tenant') ?? 'public'
  next()
})

app.use((req, res, next) => {
  res.locals.language = req.get('accept-language') ?? 'en'
  next()
})

app.get('/users/:id', (req, res) => {
  const result = inputSchema.safeParse({ id: req.params.id, fields: req.query.fields })
  if (!result.success) {
    res.status(400).json({ error: 'Invalid request', issues: result.error.issues })
    return
  }
  const { tenant, language } = res.locals
  res.json({ ...result.data, tenant, language })
})

app.listen(Number(process.env.PORT), process.env.HOST as string)
