import type { Calibration, Correction } from '#core/context/calibrate.ts';
import type { ReaderFigures } from '#core/context/reader.ts';
import { type DescribedReader, readerFigures } from './reader-figures.ts';
import type { ReaderMemory } from './reader-memory.ts';

/** A reader with what is known of it: its figures, and its own way to count. Learns while it is asked [L3]. */
export class Reading {
  readonly #reader: DescribedReader;
  readonly #memory: ReaderMemory;
  #window: number;
  #calibration: Calibration;

  constructor(reader: DescribedReader, memory: ReaderMemory) {
    const { target, model } = reader;
    this.#reader = reader;
    this.#memory = memory;
    this.#window = memory.window(target.routeId, model.id) ?? model.contextWindow;
    this.#calibration =
      reader.wire === 'practice' ? practiceCalibration : memory.calibration(target.routeId, model.id);
  }

  /** The model as it is asked, with the window that was learned. */
  get model(): DescribedReader['model'] {
    const { model } = this.#reader;
    return { ...model, contextWindow: this.#window, maxOutput: Math.min(model.maxOutput, this.#window) };
  }

  get figures(): ReaderFigures {
    return readerFigures({ ...this.#reader, model: this.model });
  }

  get calibration(): Calibration {
    return this.#calibration;
  }

  /** A response told how the model counts. */
  learn(calibration: Calibration): void {
    this.#calibration = calibration;
    this.#keep({ ratio: calibration.ratio });
  }

  /** A refusal told better. What is only likely holds for this answer, and is not remembered. */
  correct({ window, calibration, remember }: Correction): void {
    this.#window = window;
    this.#calibration = calibration;
    if (remember) this.#keep({ window, ratio: calibration.ratio });
  }

  #keep(learned: { window?: number; ratio: number }): void {
    const { target, model, wire } = this.#reader;
    if (wire !== 'practice') this.#memory.keep(target.routeId, model.id, learned);
  }
}

/** The practice assistant counts four characters a token, the tokenizer here about six in its languages. */
const practiceCalibration: Calibration = { ratio: 1.4 };
