internal import Observation

/// All contents of the configuration file.
package struct Preferences: Sendable {
    package var local = LocalSettings()
    var keys = Keys()

    package init() {}
}

/// The present local settings. Changes are written to the configuration file, which the next start reads.
@MainActor
@Observable
final class LocalStore {
    private(set) var settings: LocalSettings
    @ObservationIgnored private let write: (ConfigEntry) throws -> Void

    init(_ settings: LocalSettings = LocalSettings(), write: @escaping (ConfigEntry) throws -> Void = { _ in }) {
        self.settings = settings
        self.write = write
    }

    // MARK: Inputs

    /// - Parameter text: a value as it is written in the configuration file. Any other text changes nothing.
    func set(_ setting: LocalSetting, to text: String) throws {
        guard setting.set(text, in: &settings) == nil else { return }
        try write(ConfigEntry(setting, setting.text(in: settings)))
    }

    func setChartPart(_ part: ChartPart, isShown: Bool) throws {
        let parts = settings.chart.parts
        try set(.chartParts, to: (isShown ? parts.union([part]) : parts.subtracting([part])).configText)
    }
}
