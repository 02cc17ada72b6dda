/// How much a recording may take.
package struct RecordingLimits: Sendable {
    /// Answers in the folder, those of earlier runs included.
    package var answers = 10_000
    package var bytes = 1 << 30
    /// Answers on their way to the disk; what comes when it is slower is left out.
    package var waiting = 64

    package init() {}
}
