import { dateTime, number } from '../fields.ts'

export const userSchema = {
  type: 'object',
  required: ['id', 'name', 'surname', 'lastUpdate'],
  properties: {
    id: number,
    name: { type: 'string' },
    surname: { type: 'string' },
    lastUpdate: dateTime,
  },
}
