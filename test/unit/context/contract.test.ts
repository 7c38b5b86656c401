import { expectTypeOf, it } from 'vitest';
import type * as contract from '#contract';
import type * as preview from '#core/context/preview.ts';
import type * as report from '#core/context/report.ts';

// Checked by the compiler: the core knows nothing of the bridge, and the bridge tells what the core works out.
it('tells over the bridge what the core works out, field by field', () => {
  expectTypeOf<report.ContextReport>().toEqualTypeOf<contract.ContextReport>();
  expectTypeOf<keyof preview.PassPreview>().toEqualTypeOf<keyof contract.PassPreview>();
  expectTypeOf<keyof preview.LadderPreview>().toEqualTypeOf<keyof contract.LadderPreview>();
  expectTypeOf<Omit<preview.PassPreview, 'repaysAfter'>>().toEqualTypeOf<
    Omit<contract.PassPreview, 'repaysAfter'>
  >();
});
