import { desktopCapturer, screen, systemPreferences } from 'electron';

/** A picture of the main screen at its own resolution, or why there is none. */
export async function captureScreen(): Promise<{ png: Uint8Array } | { problem: string }> {
  if (process.platform === 'darwin' && systemPreferences.getMediaAccessStatus('screen') !== 'granted') {
    return { problem: 'the system does not let Bough record the screen (System Settings, Privacy)' };
  }
  const { size, scaleFactor, id } = screen.getPrimaryDisplay();
  const thumbnailSize = {
    width: Math.round(size.width * scaleFactor),
    height: Math.round(size.height * scaleFactor),
  };
  try {
    const sources = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize });
    const picture = (sources.find((source) => source.display_id === String(id)) ?? sources[0])?.thumbnail;
    if (!picture || picture.isEmpty()) return { problem: 'the system gave no picture of the screen' };
    return { png: picture.toPNG() };
  } catch (error) {
    return { problem: `the system refused: ${error instanceof Error ? error.message : String(error)}` };
  }
}
