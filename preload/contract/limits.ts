/** Largest attachment that is taken in, in bytes. Apart from the schemas, so that the window need not load them. */
export const maxAttachmentBytes = 50 * 1024 * 1024;

/** Bytes of a dropped file that cross the bridge at a time. */
export const importChunkBytes = 4 * 1024 * 1024;

/** Files that can be dropped at a time, in folders too, and how deep those may lie in each other. */
export const mostDroppedFiles = 20_000;
export const deepestDrop = 12;
