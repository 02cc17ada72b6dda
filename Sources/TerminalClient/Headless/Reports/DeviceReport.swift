package import Shared

/// Devices as a command prints them.
package struct DeviceReport: ReportRow, Sendable {
    private let id: UInt64
    private let name: String
    private let created: String
    private let used: String
    private let address: String
    private let connected: Bool
    private let own: Bool

    private enum CodingKeys: String, CodingKey, CaseIterable { case id, name, created, used, address, connected, own }

    package static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }

    package init(_ device: Device) {
        id = device.id.rawValue
        name = device.name
        (created, used) = (device.created.shortISO8601, device.used.shortISO8601)
        (address, connected, own) = (device.address, device.isConnected, device.isOwn)
    }

    /// A star marks this device, and a plus a device that is connected now.
    package static func text(of devices: [DeviceReport]) -> String {
        TextTable.text(of: devices, in: DeviceColumn.plain) { device, column in
            switch column {
            case .mark: device.own ? "*" : device.connected ? "+" : ""
            case .id: "\(device.id)"
            case .seen: device.used
            case .address: device.address.isEmpty ? "-" : device.address
            case .name: device.name
            case .since: device.created
            }
        }
    }
}
