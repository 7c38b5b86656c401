import { z } from 'zod';

// Shapes: `GenerateContentRequest` of Google's API reference, v1beta, as @google/genai 3.3 sends it. The vendor takes
// snake_case names too; the lab takes the names of the reference only. Hosted tools are not simulated.
const blob = z.strictObject({ mimeType: z.string(), data: z.string() });
const functionCall = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()).optional(),
});
const functionResponse = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  response: z.record(z.string(), z.unknown()),
  parts: z.array(z.strictObject({ inlineData: blob })).optional(),
});

const part = z.strictObject({
  text: z.string().optional(),
  inlineData: blob.optional(),
  fileData: z.strictObject({ mimeType: z.string().optional(), fileUri: z.string() }).optional(),
  functionCall: functionCall.optional(),
  functionResponse: functionResponse.optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  mediaResolution: z
    .strictObject({
      level: z.enum([
        'MEDIA_RESOLUTION_UNSPECIFIED',
        'MEDIA_RESOLUTION_LOW',
        'MEDIA_RESOLUTION_MEDIUM',
        'MEDIA_RESOLUTION_HIGH',
        'MEDIA_RESOLUTION_ULTRA_HIGH',
      ]),
    })
    .optional(),
  partMetadata: z.record(z.string(), z.unknown()).optional(),
});
const content = z.strictObject({ role: z.string().optional(), parts: z.array(part).optional() });

const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];

/** The subset of OpenAPI that `parameters` takes; JSON Schema proper goes into `parametersJsonSchema`. */
interface OpenApiSchema {
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, OpenApiSchema>> | undefined;
  readonly [key: string]: unknown;
}
const schema: z.ZodType<OpenApiSchema> = z.lazy(() =>
  z.strictObject({
    type: z
      .string()
      .refine((type) => TYPES.includes(type.toUpperCase()), 'a type')
      .optional(),
    format: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    nullable: z.boolean().optional(),
    enum: z.array(z.string()).optional(),
    items: schema.optional(),
    minItems: z.union([z.string(), z.int()]).optional(),
    maxItems: z.union([z.string(), z.int()]).optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    minProperties: z.union([z.string(), z.int()]).optional(),
    maxProperties: z.union([z.string(), z.int()]).optional(),
    minLength: z.union([z.string(), z.int()]).optional(),
    maxLength: z.union([z.string(), z.int()]).optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    anyOf: z.array(schema).optional(),
    propertyOrdering: z.array(z.string()).optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
  }),
);

const declaration = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  parameters: schema.optional(),
  parametersJsonSchema: z.record(z.string(), z.unknown()).optional(),
  response: schema.optional(),
  responseJsonSchema: z.unknown().optional(),
});
const tool = z.strictObject({ functionDeclarations: z.array(declaration).optional() });

const thinkingConfig = z.strictObject({
  includeThoughts: z.boolean().optional(),
  thinkingBudget: z.int().optional(),
  thinkingLevel: z.enum(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'XHIGH']).optional(),
});
const generationConfig = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.number().min(1).optional(),
  candidateCount: z.literal(1).optional(),
  maxOutputTokens: z.int().min(1).optional(),
  stopSequences: z.array(z.string()).max(5).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  seed: z.int().optional(),
  responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
  responseSchema: schema.optional(),
  responseJsonSchema: z.unknown().optional(),
  responseModalities: z.array(z.literal('TEXT')).optional(),
  mediaResolution: z
    .enum([
      'MEDIA_RESOLUTION_UNSPECIFIED',
      'MEDIA_RESOLUTION_LOW',
      'MEDIA_RESOLUTION_MEDIUM',
      'MEDIA_RESOLUTION_HIGH',
    ])
    .optional(),
  thinkingConfig: thinkingConfig.optional(),
});

const request = {
  contents: z.array(content).optional(),
  systemInstruction: content.optional(),
  tools: z.array(tool).optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z
        .strictObject({
          mode: z.enum(['AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
          allowedFunctionNames: z.array(z.string()).optional(),
        })
        .optional(),
    })
    .optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
  cachedContent: z.string().optional(),
  generationConfig: generationConfig.optional(),
};

/** `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`. */
export const generateBody = z.strictObject(request);

/** `POST /v1beta/models/{model}:countTokens`: contents alone, or a whole request. */
export const countBody = z.strictObject({
  contents: z.array(content).optional(),
  generateContentRequest: z.strictObject({ model: z.string(), ...request }).optional(),
});

export type GenerateBody = z.infer<typeof generateBody>;
export type Part = z.infer<typeof part>;
export type FunctionDeclaration = z.infer<typeof declaration>;
export type Blob = z.infer<typeof blob>;
/** A message with its role filled in: `user` where none is given. */
export interface Content {
  readonly role: string;
  readonly parts: readonly Part[];
}
