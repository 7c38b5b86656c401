import type { LabRequest } from '../../lab/record.ts';

/** Whether the app asks for a summary, told by its words. */
export function isSummaryRequest(request: LabRequest): boolean {
  return request.raw.includes('You write the memory of a conversation');
}

/** The images of a request, of any wire, as base64, in order. */
export function imagesIn(request: LabRequest): string[] {
  const text = request.raw.toString();
  const found = text.matchAll(/"data:image\/\w+;base64,([^"]*)"|"media_type":"image\/\w+","data":"([^"]*)"/g);
  return Array.from(found, ([, url, data]) => url ?? data ?? '');
}
