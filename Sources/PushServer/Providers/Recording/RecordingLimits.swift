/// The limits of a recording.
package struct RecordingLimits: Sendable {
    /// Answers in the folder, including those of earlier runs.
    package var answers = 10_000
    package var bytes = 1 << 30
    /// Answers that wait to be written. While so many wait, further answers are not recorded.
    package var waiting = 64

    package init() {}
}
